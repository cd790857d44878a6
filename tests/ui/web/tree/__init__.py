"""Tests of trees and exercises over HTTP."""

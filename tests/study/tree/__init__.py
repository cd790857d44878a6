"""Tests of search trees and exercises."""

"""UGI, the Universal Game Interface: how programs that play talk with programs that let them play."""

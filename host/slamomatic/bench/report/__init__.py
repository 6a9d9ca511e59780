"""Any saved runs on one HTML page that holds its raw data and can be verified; and as JUnit for CI."""

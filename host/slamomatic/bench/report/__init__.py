"""Any saved runs on one HTML page, alone or against earlier ones; and as JUnit for CI."""

"""The compiled rules of Lifeboat."""

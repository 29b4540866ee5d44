# Runs a command, its errors to stdout, and prints its exit status.
"$@" 2>&1
echo "status $?"

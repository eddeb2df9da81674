# Prints users.acl with the passwords, which the environment has under the names that stand there. They have letters and
# digits only.
awk '{
  while (match($0, /\$\{[A-Z_]+\}/)) {
    password = ENVIRON[substr($0, RSTART + 2, RLENGTH - 3)]
    if (password == "") { print "A password is missing: " $0 > "/dev/stderr"; exit 1 }
    $0 = substr($0, 1, RSTART - 1) password substr($0, RSTART + RLENGTH)
  }
  print
}' "$(dirname "$0")/users.acl"

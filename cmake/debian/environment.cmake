# dpkg-shlibdeps lists the packages that libraries come from in Perl's order of
# hashes, which is another one each time, and then may leave out one.
set(ENV{PERL_HASH_SEED} 0)

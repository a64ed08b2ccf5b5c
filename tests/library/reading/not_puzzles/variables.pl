#!/usr/bin/perl
$_ = $#ARGV; @a = ($., $*);

; Sokoban by pushes. Where the player can walk is derived, and no push is made once boxes are frozen on squares where
; they cannot stay.
(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :existential-preconditions
    :universal-preconditions :conditional-effects :derived-predicates)
  (:types square direction)
  (:predicates
    (next ?from ?to - square ?way - direction)
    (player ?at - square)
    (box ?at - square)
    (free ?at - square)
    (live ?at - square)
    (between ?one ?at ?other - square)
    (final ?at - square)
    (first ?at - square)
    (after ?previous ?at - square)
    (last ?at - square)
    (reached ?at - square)
    (loose ?at - square)
    (sound ?at - square)
    (unfrozen))
  ; The player can walk here.
  (:derived (reached ?at - square)
    (or (player ?at)
      (exists (?from - square ?way - direction)
        (and (next ?from ?at ?way) (reached ?from) (not (box ?at))))))
  ; No box is here, or one that may be pushed some day: both sides are empty, or become so.
  (:derived (loose ?at - square)
    (or (not (box ?at))
      (exists (?one ?other - square)
        (and (between ?one ?at ?other) (loose ?one) (loose ?other)))))
  ; Up to this square, in the order of `after`, no box is frozen where it cannot stay.
  (:derived (sound ?at - square)
    (and
      (or (first ?at) (exists (?previous - square) (and (after ?previous ?at) (sound ?previous))))
      (or (final ?at) (loose ?at))))
  (:derived (unfrozen)
    (exists (?at - square) (and (last ?at) (sound ?at))))
  (:action push
    :parameters (?from ?to ?far - square ?way - direction)
    :precondition (and
      (reached ?from) (box ?to) (not (box ?far)) (live ?far) (unfrozen)
      (next ?from ?to ?way) (next ?to ?far ?way))
    :effect (and
      (forall (?at - square) (not (player ?at))) (player ?to)
      (not (box ?to)) (box ?far))))

; Sokoban by pushes, with the goals filled in a given order. Where the player can walk is derived, and no push is made
; once boxes are frozen on squares where they cannot stay.
;
; These rules leave out solutions. A box on the next goal of the order is settled, and stays. Boxes do not leave the room
; of the goals (the squares inside), and while a box there is not settled, no box outside is pushed. Problems ask for a
; player who can walk everywhere outside in the end. So each plan is a solution, but a level may have solutions and no
; plan.
(define (domain sokoban-packing)
  (:requirements :strips :typing :negative-preconditions :disjunctive-preconditions :existential-preconditions
    :universal-preconditions :conditional-effects :derived-predicates)
  (:types square direction phase)
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
    (inside ?at - square)
    (outside ?at - square)
    (place ?now - phase ?at - square)
    (succ ?now ?then - phase)
    (stage ?now - phase)
    (packed ?at - square)
    (idle)
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
  ; The room is idle while it has no box that is not settled.
  (:action push
    :parameters (?from ?to ?far - square ?way - direction)
    :precondition (and
      (reached ?from) (or (idle) (inside ?to)) (or (inside ?far) (outside ?to))
      (box ?to) (not (packed ?to)) (not (box ?far)) (live ?far) (unfrozen)
      (next ?from ?to ?way) (next ?to ?far ?way))
    :effect (and
      (forall (?at - square) (not (player ?at))) (player ?to)
      (not (box ?to)) (box ?far)
      (when (and (outside ?to) (inside ?far)) (not (idle)))))
  ; Nothing moves.
  (:action settle
    :parameters (?at - square ?now ?then - phase)
    :precondition (and (place ?now ?at) (succ ?now ?then) (box ?at) (stage ?now))
    :effect (and
      (packed ?at) (when (inside ?at) (idle))
      (not (stage ?now)) (stage ?then))))

; Sokoban by moves and pushes. A square is free if neither a box nor the player is on it; from a square that is not
; live no pushes lead to a goal.
(define (domain sokoban)
  (:requirements :strips :typing)
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
    (last ?at - square))
  (:action move
    :parameters (?from ?to - square ?way - direction)
    :precondition (and (player ?from) (free ?to) (next ?from ?to ?way))
    :effect (and (not (player ?from)) (free ?from) (player ?to) (not (free ?to))))
  (:action push
    :parameters (?from ?to ?far - square ?way - direction)
    :precondition (and
      (player ?from) (box ?to) (free ?far) (live ?far)
      (next ?from ?to ?way) (next ?to ?far ?way))
    :effect (and
      (not (player ?from)) (free ?from) (player ?to)
      (not (box ?to)) (box ?far) (not (free ?far)))))

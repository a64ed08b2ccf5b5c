p->next = n->prev;
n->prev = p->next;

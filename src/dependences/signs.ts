/** How a name looks where it stands, the surest sign of a definition last. */
export const USED = 0;
/** In the head of a unit: before its first bracket, colon or assignment. */
export const HEAD = 1;
/** The last in the head, before a bracket, a colon or an assignment. */
export const OPENED = 2;
/** The first in the unit, before a colon or an assignment. */
export const ASSIGNED = 3;
export const DECLARED = 4;
/** Defined, but for the inside of the unit alone: a parameter, a member, a variable of a body. */
export const LOCAL = 5;

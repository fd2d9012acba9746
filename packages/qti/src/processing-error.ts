/**
 * Processing that can't be followed: an operator that no standard defines, values that don't match, an undeclared variable. The
 * caller decides what happens to the answer; a mark must not be guessed.
 */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError'
}

/** Processing that takes longer than that of any real item. A retry would not be shorter. */
export class ProcessingTooLong extends ProcessingError {}

/**
 * Processing that can't be followed: an operator of nobody's standard, values that don't go together, a variable that isn't declared.
 * Whoever runs it decides what becomes of the answer; a mark must not be guessed.
 */
export class ProcessingError extends Error {
  override readonly name = 'ProcessingError'
}

/** Processing that goes on for longer than that of any item: trying it again would be no shorter. */
export class ProcessingTooLong extends ProcessingError {}

import { singleChoiceQti } from '../option/options-qti.ts'

/** A choice of one of two. */
export const trueFalseQti = singleChoiceQti

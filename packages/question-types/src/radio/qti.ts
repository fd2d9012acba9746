import { singleChoiceQti } from '../option/options-qti.ts'

/** A choice of one. */
export const radioQti = singleChoiceQti

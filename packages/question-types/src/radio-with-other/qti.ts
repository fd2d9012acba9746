import { notInQti } from '../qti-writing/facets-qti.ts'

/** There is no such interaction. */
export const radioWithOtherQti = notInQti

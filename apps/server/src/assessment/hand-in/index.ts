export type { HandInContext } from './hand-in-context.ts'
export { type NotRead, type ReadHandIn, readHandIn } from './read-hand-in.ts'
export { type TakenAnswer, type TakenHandIn, takeHandIn, tryHandIn } from './take-hand-in.ts'

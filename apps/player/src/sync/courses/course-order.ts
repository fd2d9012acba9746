import { type RequestRecord, requestTypes } from '../../storage/records.ts'

/**
 * Whether a save of a SCO that was opened without the server has to let another one go first: the server opens the SCO with it, once it
 * has what earlier ones have set.
 */
export const isBehind = ({ type, payload, order }: RequestRecord, waiting: readonly RequestRecord[]): boolean =>
  type === requestTypes.saveCourse &&
  payload.openedHere !== undefined &&
  waiting.some((other) => other.type === requestTypes.saveCourse && other.order < order)

import * as z from 'zod/mini'
import { guid } from './fields.ts'

/** A room of a centre, at a version. */
export const roomState = z.object({
  roomID: guid,
  centreID: guid,
  version: z.number(),
  name: z.string(),
  /** People who can sit in it; missing if nobody counted. */
  seats: z.optional(z.number()),
  /** Nothing new takes place in it. What took place stays. */
  isClosed: z.boolean(),
  /** Something names it, so that it is closed rather than removed. */
  isUsed: z.boolean(),
})
export type RoomState = z.infer<typeof roomState>

/** A centre, at its own version: a change of a room is none of the centre. */
export const centreState = z.object({
  centreID: guid,
  version: z.number(),
  name: z.string(),
  /** Name of a time zone in the database of IANA: `Europe/London`. */
  zone: z.string(),
  address: z.string(),
  isClosed: z.boolean(),
  /** It has a room, or something names it, so that it is closed rather than removed. */
  isUsed: z.boolean(),
})
export type CentreState = z.infer<typeof centreState>

/** A centre with its rooms by name. */
export const centreRow = z.extend(centreState, { rooms: z.array(roomState) })
export type CentreRow = z.infer<typeof centreRow>

import type { Schedule } from '@sitwell/contract'

let held: readonly Schedule[] | undefined

/** The schedules that were loaded last; the exam's initialisation uses them before it asks the server (spec 2 §4). */
export const schedulesStore = {
  get: (): readonly Schedule[] | undefined => held,
  set: (list: readonly Schedule[]): void => {
    held = list
  },
  clear: (): void => {
    held = undefined
  },
  /** The exam of this schedule was started in this tab. */
  markCommenced: (guid: string): void => {
    held = held?.map((item) => (item.guid === guid ? { ...item, commenced: true } : item))
  },
}

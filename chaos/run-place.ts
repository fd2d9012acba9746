import type { Place } from './place.ts'

/** What of a place a run needs. */
export type RunPlace = Pick<
  Place,
  | 'origin'
  | 'giveCourse'
  | 'storedCourse'
  | 'stored'
  | 'handIn'
  | 'killServer'
  | 'startServer'
  | 'killDatabase'
  | 'startDatabase'
  | 'backUp'
  | 'setBack'
  | 'forget'
  | 'spoilFile'
  | 'mendFile'
  | 'setClock'
>

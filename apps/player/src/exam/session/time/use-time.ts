import { useSyncExternalStore } from 'react'
import type { FormRun } from '../../../sync/form-run/form-run.ts'
import type { TimeView } from '../../../sync/time/sitting-time.ts'

/** Something of the sitting's time, as it changes. `pick` answers a value that can be compared: it is asked at every tick. */
export const useTime = <T extends string | number | boolean | undefined>(
  { time }: Pick<FormRun, 'time'>,
  pick: (view: TimeView) => T,
): T => useSyncExternalStore(time.subscribe, () => pick(time.read()))

import { lazyLiveEvents } from '@sitwell/client/lazy-live-events'
import type { FormRunEvents, FormRunEventsParts } from './form-run-events.ts'

/** Follows form runs. The code is loaded with the first exam that is followed. */
export const lazyFormRunEvents = (parts: FormRunEventsParts): FormRunEvents =>
  lazyLiveEvents(async () => (await import('./follow-form-runs.ts')).followFormRuns(parts), parts.reportError)

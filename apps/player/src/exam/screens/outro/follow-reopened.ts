import type { FormRunEvents } from '../../../live/form-run-events.ts'

interface FollowParts {
  /** Staff have opened it again, or it is complete after all. */
  tell(isReopened: boolean): void
  /** The server's database was set back: what is here of the form run is to be compared. */
  doubt(): void
}

/** Follows a completed form run, and whether staff open it again, until the function that it answers is called. */
export const followReopened = (live: FormRunEvents, formRunGuid: string, { tell, doubt }: FollowParts): (() => void) => {
  let isForgotten = false
  return live.follow(formRunGuid, {
    onState({ completed }) {
      isForgotten &&= !completed
      tell(!completed && !isForgotten)
    },
    onSetBack() {
      // Nobody has opened it again: its completion is sent again.
      isForgotten = true
      doubt()
    },
    onNews: ({ kind }) => {
      if (kind === 'reopened') tell(true)
      if (kind === 'completed') tell(false)
    },
  })
}

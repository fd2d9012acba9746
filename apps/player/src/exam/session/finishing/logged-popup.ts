import type { SnapshotFrom } from 'xstate'
import { type ActivityType, activityTypes } from '../../../sync/activity/activity-types.ts'
import type { finishingMachine } from './finishing.machine.ts'

/** The popup that a state of finishing shows, as the activity log has it: its type and its name (spec 3 §7). */
export const loggedPopup = (
  state: Pick<SnapshotFrom<typeof finishingMachine>, 'value' | 'context'>,
): readonly [type: ActivityType, name: string] | undefined => {
  const { kind } = state.context.finishing
  switch (state.value) {
    case 'confirming':
      return [activityTypes.confirmPopup, `finish ${kind}`]
    case 'confirming_unanswered':
      return [activityTypes.confirmPopup, `finish ${kind} unanswered`]
    case 'part_finished':
      return [activityTypes.displayPopup, 'part finished']
    case 'extending':
      return [activityTypes.displayPopup, 'extension']
    default:
      return undefined
  }
}

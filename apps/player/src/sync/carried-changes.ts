import { createCarrying } from '@sitwell/storage/carried-changes'
import { places } from '../storage/key-value-store.ts'
import { isLaterRecord } from '../storage/later-record.ts'

/** What a page of the player could not store, for the next page of its tab or for another tab. */
export const { carryOver, heldRecords, takeCarried, takeHanded } = createCarrying({
  key: 'sitwell.unwritten',
  places,
  carried: ['answers', 'formRuns', 'requests', 'activities', 'setAside', 'bugReports'],
  isLater: isLaterRecord,
})

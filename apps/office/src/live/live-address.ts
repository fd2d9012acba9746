import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { LivePlace } from './feed/ask-live.ts'
import { liveChips } from './rows/live-filter.ts'
import { liveSorts } from './rows/live-order.ts'

/** What the address of a live view holds. `room`: empty for the caller's own rooms; `person`: whose panel is open. */
export const liveFields = {
  room: textField({ longest: 64 }),
  show: choiceField(liveChips),
  search: textField({ longest: 200 }),
  sort: choiceField(liveSorts),
  order: choiceField(['ascending', 'descending']),
  person: textField({ longest: 64 }),
}

/** The page of a live view within the office. */
export const livePath = (place: LivePlace): string =>
  'deliveryID' in place
    ? `/live/delivery/${encodeURIComponent(place.deliveryID)}`
    : `/live/exam/${encodeURIComponent(place.examGuid)}`

import { officeMarkingHistory } from '@sitwell/contract'
import { useCallback } from 'react'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { markingPath, queueTitle } from '../marking-text.ts'
import { useQueue } from '../page/use-marking.ts'
import { LinesTable, useLines } from './marked-lines.tsx'

/** What the caller has marked in a queue, the latest first: each opens again, to change its mark. */
const MinePage = ({ queueID }: { readonly queueID: string }) => {
  const { text } = useOffice()
  const { queue } = useQueue(queueID, 0)
  const lines = useLines(officeMarkingHistory, queueID)
  const pathOf = useCallback((responseID: string) => markingPath(queueID, responseID), [queueID])
  return (
    <OfficePage
      title={text('marking.mine')}
      above={
        <OfficeLink to={markingPath(queueID)}>
          {queue === undefined ? text('marking.toQueue') : queueTitle(queue, text)}
        </OfficeLink>
      }
      fills
    >
      <LinesTable lines={lines} caption={text('marking.mine')} empty={text('marking.mineEmpty')} pathOf={pathOf} />
    </OfficePage>
  )
}

export default MinePage

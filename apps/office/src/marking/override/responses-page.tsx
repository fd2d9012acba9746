import { officeMarkingResponses } from '@sitwell/contract'
import { useCallback } from 'react'
import { useOffice } from '../../office-context.tsx'
import { OfficeLink } from '../../shell/office-link.tsx'
import { OfficePage } from '../../shell/office-page.tsx'
import { examLine, queueTitle } from '../marking-text.ts'
import { LinesTable, useLines } from '../queues/marked-lines.tsx'
import { examsPath, overridePath } from './override-address.ts'

/** The responses to a question, without names: each opens, to decide which marks it has. */
const ResponsesPage = ({ queueID }: { readonly queueID: string }) => {
  const { text } = useOffice()
  const lines = useLines(officeMarkingResponses, queueID)
  const pathOf = useCallback((responseID: string) => overridePath(responseID, queueID), [queueID])
  const first = lines.rows[0]
  return (
    <OfficePage
      title={first === undefined ? text('marking.overrideResponses') : queueTitle(first, text)}
      above={<OfficeLink to={examsPath}>{first === undefined ? text('marking.override') : examLine(first, text)}</OfficeLink>}
      fills
    >
      <LinesTable
        lines={lines}
        caption={text('marking.overrideResponses')}
        empty={text('marking.overrideNoResponses')}
        pathOf={pathOf}
      />
    </OfficePage>
  )
}

export default ResponsesPage

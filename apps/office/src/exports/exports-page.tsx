import type { DeliveryResults } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { Select } from '@sitwell/office-ui/select.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { ResultNotice } from '../results/result-notice.tsx'
import { setText } from '../results/result-text.ts'
import { ResultsFrame } from '../results/results-frame.tsx'
import type { ResultsPageProps } from '../results/results-path.ts'
import { ExportPart } from './export-part.tsx'
import styles from './exports.module.css'
import { exportsFields, peopleIn, setIn } from './exports-address.ts'
import { StatementsPart } from './statements-part.tsx'

const Exports = ({ results }: { readonly results: DeliveryResults }) => {
  const { text } = useOffice()
  const [values, change] = useAddressQuery(exportsFields)
  const [notice, setNotice] = useState<string>()
  const { deliveryID } = results
  const set = setIn(values.set, results)
  const people = peopleIn(values.people)
  return (
    <>
      <ResultNotice reading={results} onClose={() => setNotice(undefined)}>
        {notice}
      </ResultNotice>
      <div className={styles.set}>
        <Select
          label={text('exports.set')}
          value={String(set)}
          options={[
            ...results.sets.map((one) => ({ id: String(one.set), title: setText(one, text) })),
            { id: 'now', title: text('exports.now') },
          ]}
          onChange={(id) => void change({ set: id })}
        />
        <p className={styles.help}>{text(set === 'now' ? 'exports.help.now' : 'exports.help.set')}</p>
      </div>
      <div className={styles.parts}>
        <ExportPart
          {...{ deliveryID, set, what: values.what, format: values.format, onSaved: setNotice }}
          onWhat={(what) => void change({ what })}
          onFormat={(format) => void change({ format })}
        />
        <StatementsPart {...{ deliveryID, set, people, onSaved: setNotice }} onEverybody={() => void change({ people: '' })} />
      </div>
    </>
  )
}

/** Taking results away: as a table, or as statements of single people. */
const ExportsPage = (page: ResultsPageProps) => (
  <ResultsFrame {...page} tab="exports">
    {(results) => <Exports results={results} />}
  </ResultsFrame>
)

export default ExportsPage

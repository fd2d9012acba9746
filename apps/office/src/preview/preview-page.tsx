import { officeExam, type ReplyOf } from '@sitwell/contract'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Select } from '@sitwell/office-ui/select.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useOffice } from '../office-context.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import styles from './preview-page.module.css'
import { newSeed, previewFields, seedIn, versionIn } from './preview-query.ts'

/** What a preview does not show, to be read before somebody relies on it. */
const leftOut = [
  'examPreview.leftOutResult',
  'examPreview.leftOutTime',
  'examPreview.leftOutSupervision',
  'examPreview.leftOutSealed',
  'examPreview.leftOutPrint',
  'examPreview.leftOutPictures',
] as const

const LeftOut = () => {
  const { text } = useOffice()
  return (
    <details className={styles.leftOut}>
      <summary>{text('examPreview.leftOut')}</summary>
      <ul>
        {leftOut.map((id) => (
          <li key={id}>{text(id)}</li>
        ))}
      </ul>
    </details>
  )
}

const Preview = ({ exam }: { readonly exam: ReplyOf<typeof officeExam> }) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const [values, change] = useAddressQuery(previewFields)
  const [firstSeed] = useState(() => newSeed())
  /** Counts how often it was begun: a frame of another number is another one. */
  const [round, setRound] = useState(0)
  const again = () => setRound((before) => before + 1)
  const version = versionIn(values.version, exam.versions)
  const seed = seedIn(values.draw) ?? firstSeed
  const shown = exam.versions.find((one) => one.version === version)
  const options = exam.versions.map(({ version: number, storedAt }) => ({
    id: String(number),
    title: text('examPreview.versionStored', { version: number, date: moment(storedAt) }),
  }))
  return (
    <div className={classNames(density.compact, styles.preview)}>
      <div className={styles.choices}>
        {shown !== undefined && (
          <Select
            label={text('examPreview.version')}
            options={options}
            value={String(shown.version)}
            onChange={(chosen) => void change({ version: chosen === options[0]?.id ? '' : chosen })}
          />
        )}
        <p className={styles.help}>{text('examPreview.about')}</p>
        <LeftOut />
      </div>
      {shown === undefined ? (
        <Problem>{text('examPreview.notFound')}</Problem>
      ) : (
        <PreviewFrame
          key={`${shown.version} ${seed} ${round}`}
          previewed={{ examGuid: exam.examGuid, version: shown.version, seed }}
          examName={shown.name}
          onAgain={again}
          onAnotherDraw={() => void change({ draw: newSeed() })}
        />
      )}
    </div>
  )
}

/** An exam of the library as its learners will see it. */
const PreviewPage = ({ examGuid }: { readonly examGuid: string }) => {
  const { api, text } = useOffice()
  const { data, error, isError, refetch } = useQuery({
    ...officeQuery(api, officeExam, { query: { examGuid } }),
    // A frame in which somebody answers isn't begun again because somebody else stored a newer version meanwhile.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isMissing = error?.failure.kind === 'refused' && ['NOT_FOUND', 'INVALID_REQUEST'].includes(error.failure.code)
  return (
    <OfficePage
      fills
      landmark={text('examPreview.title')}
      title={data === undefined ? text('examPreview.title') : text('examPreview.heading', { name: data.name })}
      above={<OfficeLink to={`/library/exams/${encodeURIComponent(examGuid)}`}>{text('examPreview.back')}</OfficeLink>}
      isLoading={data === undefined && !isError}
    >
      {data !== undefined && <Preview exam={data} />}
      {data === undefined && !isError && <p role="status">{text('examPreview.loading')}</p>}
      {data === undefined && isError && (
        <div className={styles.failed}>
          <Problem>{text(isMissing ? 'examPreview.notFound' : 'examPreview.failed')}</Problem>
          {!isMissing && (
            <Button className={density.press} onPress={() => void refetch()}>
              {text('table.retry')}
            </Button>
          )}
        </div>
      )}
    </OfficePage>
  )
}

export default PreviewPage

import { officeExam, type ReplyOf } from '@sitwell/contract'
import { textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { StatusLine } from '@sitwell/office-ui/status-line.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { schemesPath } from '../mark-schemes/scheme-address.ts'
import { useOffice } from '../office-context.tsx'
import { ActionLink } from '../people/action-link.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { previewPath } from '../preview/preview-query.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { ShownVersion } from './exam-version.tsx'
import { ExportDialog } from './export-dialog.tsx'
import styles from './library.module.css'
import { VersionList } from './version-list.tsx'

const minuteMs = 60_000

/** In the address: which version shows; the newest unless it names another that there is. */
const fields = { version: textField({ longest: 10 }) }

type Shown = ReplyOf<typeof officeExam>

const Exam = ({ exam, shown }: { readonly exam: Shown; readonly shown: Shown['versions'][number] }) => (
  <div className={styles.columns}>
    <ShownVersion key={shown.version} of={shown} />
    <VersionList examGuid={exam.examGuid} versions={exam.versions} shown={shown.version} />
  </div>
)

/** Leads to the deliveries that offer the exam. */
const DeliveriesLink = ({ examGuid }: { readonly examGuid: string }) => {
  const { text, may } = useOffice()
  if (!may('deliveries.read', 'anywhere')) return null
  return <ActionLink to={`/deliveries?exam=${encodeURIComponent(examGuid)}`}>{text('deliveries.heading')}</ActionLink>
}

/** Leads to how the questions of the exam worked. */
const StatisticsLink = ({ examGuid }: { readonly examGuid: string }) => {
  const { text, may } = useOffice()
  if (!may('results.read')) return null
  return <ActionLink to={`/library/exams/${encodeURIComponent(examGuid)}/statistics`}>{text('library.statistics')}</ActionLink>
}

/** Leads to how persons mark the version that shows. */
const SchemesLink = ({ examGuid, version }: { readonly examGuid: string; readonly version: number | undefined }) => {
  const { text } = useOffice()
  return version === undefined ? null : <ActionLink to={schemesPath(examGuid, version)}>{text('library.schemes')}</ActionLink>
}

/** One exam of the library: its versions, what is in them, where they are used, and the way to take one out. */
const ExamPage = ({ examGuid }: { readonly examGuid: string }) => {
  const { api, text, may } = useOffice()
  const moment = useMomentText()
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeExam, { query: { examGuid } }))
  const [{ version }] = useAddressQuery(fields)
  const [isExporting, setExporting] = useState(false)
  const [notice, setNotice] = useState<string>()
  const shown = data?.versions.find((one) => String(one.version) === version) ?? data?.versions[0]
  const isMissing = error?.failure.kind === 'refused' && ['NOT_FOUND', 'INVALID_REQUEST'].includes(error.failure.code)
  const again = (
    <Button className={density.press} onPress={() => void refetch()}>
      {text('table.retry')}
    </Button>
  )
  /** What can be done with the version that shows, each in the head of the page. */
  const actions = [
    <DeliveriesLink key="deliveries" examGuid={examGuid} />,
    <StatisticsLink key="statistics" examGuid={examGuid} />,
    <SchemesLink key="schemes" examGuid={examGuid} version={shown?.version} />,
    may('exams.write') && shown !== undefined && (
      <ActionLink key="preview" to={previewPath(examGuid, shown.version)}>
        {text('examPreview.title')}
      </ActionLink>
    ),
    may('exams.write') && (
      <Button key="export" className={styles.press} onPress={() => setExporting(true)}>
        {text('library.export.open')}
      </Button>
    ),
  ]
  return (
    <OfficePage
      title={data?.name ?? text('library.heading')}
      above={<OfficeLink to="/library">{text('library.back')}</OfficeLink>}
      actions={shown !== undefined && actions}
      isLoading={data === undefined && !isError}
    >
      <div className={styles.page}>
        <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
        {data !== undefined && isError && (
          <div className={styles.failed}>
            <Problem>{text('library.failedKept', { time: moment(data.asOf) })}</Problem>
            {again}
          </div>
        )}
        {data !== undefined && shown !== undefined && <Exam exam={data} shown={shown} />}
        {data === undefined && !isError && <p role="status">{text('library.loading')}</p>}
        {data === undefined && isError && (
          <div className={styles.failed}>
            <Problem>{text(isMissing ? 'library.notFound' : 'library.failed')}</Problem>
            {!isMissing && again}
          </div>
        )}
        {data !== undefined && <StatusLine asOfMs={Date.parse(data.asOf)} staleAfterMs={5 * minuteMs} />}
      </div>
      {isExporting && shown !== undefined && (
        <ExportDialog
          examGuid={examGuid}
          name={shown.name}
          version={shown.version}
          onDone={() => {
            setExporting(false)
            setNotice(text('library.export.done', { name: shown.name, version: shown.version }))
          }}
          onClose={() => setExporting(false)}
        />
      )}
    </OfficePage>
  )
}

export default ExamPage

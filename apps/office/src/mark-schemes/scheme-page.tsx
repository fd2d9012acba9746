import { officeMarkScheme, type ReplyOf } from '@sitwell/contract'
import { textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import density from '@sitwell/office-ui/density.module.css'
import { Notice } from '@sitwell/office-ui/notice.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { CourseFrame } from '../courses/course-frame.tsx'
import { useOffice } from '../office-context.tsx'
import { Section } from '../people/section.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { useEditInPlace } from '../settings/use-edit-in-place.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './mark-schemes.module.css'
import { schemesPath } from './scheme-address.ts'
import { SchemeForm } from './scheme-form.tsx'
import { EarlierVersions, SchemeShown, useMarksText } from './scheme-shown.tsx'
import { placeText, responsesTexts, versionTexts } from './scheme-text.ts'

const fields = { version: textField({ longest: 10 }), part: textField({ longest: 256 }) }

type Shown = ReplyOf<typeof officeMarkScheme>

const Current = ({ state }: Pick<Shown, 'state'>) => {
  const { text } = useOffice()
  const moment = useMomentText()
  const { current } = state
  if (!current) return <p className={styles.quiet}>{text('schemes.noScheme')}</p>
  return (
    <>
      <p className={styles.quiet}>
        {[text('schemes.version', { number: current.number }), ...versionTexts(current, { text, moment })].join(' · ')}
      </p>
      {current.reason !== undefined && (
        <p className={styles.words} dir="auto">
          {current.reason}
        </p>
      )}
      <SchemeShown scheme={current.scheme} caption={text('schemes.scheme')} />
    </>
  )
}

const Shown = ({
  data,
  place,
  onChanged,
}: {
  readonly data: Shown
  readonly place: Parameters<typeof SchemeForm>[0]['place']
  onChanged(): void
}) => {
  const { text, may } = useOffice()
  const marksText = useMarksText()
  const edit = useEditInPlace()
  const [notice, setNotice] = useState<string>()
  const { question, state } = data
  const responses = responsesTexts(question.responses, text)
  return (
    <div className={styles.page}>
      <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      <Section title={text('schemes.asked')}>
        <p className={styles.words} dir="auto">
          {question.text}
        </p>
        <p className={styles.quiet}>{text('schemes.questionHas', { marks: marksText(question.marks) })}</p>
        <p className={styles.quiet}>{responses.length === 0 ? text('schemes.noResponses') : responses.join(' · ')}</p>
      </Section>
      <Section
        title={text('schemes.scheme')}
        actions={
          may('exams.write') &&
          !edit.isEditing && (
            <Button
              ref={edit.opener}
              className={density.press}
              onPress={() => {
                setNotice(undefined)
                edit.open()
              }}
            >
              {text('schemes.edit')}
            </Button>
          )
        }
      >
        {edit.isEditing ? (
          <SchemeForm
            label={text('schemes.editOf', { name: placeText(question, text) })}
            place={place}
            marks={question.marks}
            state={state}
            onSaved={(number) => {
              setNotice(number === undefined ? text('schemes.unchanged') : text('schemes.saved', { number }))
              onChanged()
              edit.close()
            }}
            onClose={edit.close}
          />
        ) : (
          <Current state={state} />
        )}
      </Section>
      {state.earlier.length > 0 && (
        <Section title={text('schemes.earlier')}>
          <EarlierVersions versions={state.earlier} />
        </Section>
      )}
    </div>
  )
}

/** One mark scheme: what is asked, how it is marked, and its versions. */
const SchemePage = ({ examGuid, questionID }: { readonly examGuid: string; readonly questionID: string }) => {
  const { api, text } = useOffice()
  const [{ version: asked, part }] = useAddressQuery(fields)
  const version = Number(asked) || 1
  const place = { examGuid, version, questionID, part }
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeMarkScheme, { query: place }))
  return (
    <CourseFrame
      title={
        data ? text('schemes.headingOf', { place: placeText(data.question, text), name: data.examName }) : text('schemes.link')
      }
      above={<OfficeLink to={schemesPath(examGuid, version)}>{text('schemes.toList')}</OfficeLink>}
      missing={text('schemes.notFound')}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {data && <Shown data={data} place={place} onChanged={() => void refetch()} />}
    </CourseFrame>
  )
}

export default SchemePage

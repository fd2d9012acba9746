import { officeMarkSchemes, type SchemeRow } from '@sitwell/contract'
import { textField } from '@sitwell/navigation/address-query.ts'
import { useAddressQuery } from '@sitwell/navigation/use-address-query.ts'
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../calls/office-query.ts'
import { CourseFrame } from '../courses/course-frame.tsx'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import styles from './mark-schemes.module.css'
import { schemePath } from './scheme-address.ts'
import { useMarksText } from './scheme-shown.tsx'
import { placeText, responsesTexts } from './scheme-text.ts'

const fields = { version: textField({ longest: 10 }) }

const Row = ({ of, to }: { readonly of: SchemeRow; readonly to: string }) => {
  const { text } = useOffice()
  const marksText = useMarksText()
  const responses = responsesTexts(of.responses, text)
  return (
    <tr>
      <th scope="row">
        <OfficeLink to={to}>{placeText(of, text)}</OfficeLink>
        <p className={styles.words} dir="auto">
          {of.text}
        </p>
      </th>
      <td>{marksText(of.marks)}</td>
      <td>
        {of.scheme === 0
          ? text('schemes.none')
          : [
              text('schemes.version', { number: of.scheme }),
              of.criteria === 0 ? text('schemes.guidanceAlone') : text('schemes.criteriaCount', { count: of.criteria }),
            ].join(' · ')}
      </td>
      <td>
        {responses.length === 0 ? (
          <p>{text('schemes.noResponses')}</p>
        ) : (
          <ul className={styles.levelList}>
            {responses.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  )
}

/** All that a person marks of an exam, with its mark schemes. */
const SchemesPage = ({ examGuid }: { readonly examGuid: string }) => {
  const { api, text } = useOffice()
  const [{ version: asked }] = useAddressQuery(fields)
  const version = Number(asked) || 1
  const { data, error, isError, refetch } = useQuery(officeQuery(api, officeMarkSchemes, { query: { examGuid, version } }))
  const title = data && text('schemes.heading', { name: data.examName, version })
  return (
    <CourseFrame
      title={title ?? text('schemes.link')}
      above={
        <OfficeLink to={`/library/exams/${encodeURIComponent(examGuid)}?version=${version}`}>
          {text('schemes.toExam')}
        </OfficeLink>
      }
      missing={text('schemes.notFound')}
      reading={{ isError, error, isLoaded: data !== undefined, onAgain: () => void refetch() }}
    >
      {data && (
        <div className={styles.page}>
          {data.questions.length === 0 ? (
            <p>{text('schemes.nothingToMark')}</p>
          ) : (
            <div className={styles.scrolled}>
              <table className={styles.table}>
                <caption className={styles.caption}>{title}</caption>
                <thead>
                  <tr>
                    <th scope="col">{text('schemes.asked')}</th>
                    <th scope="col">{text('schemes.marks')}</th>
                    <th scope="col">{text('schemes.scheme')}</th>
                    <th scope="col">{text('schemes.responses')}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.questions.map((one) => (
                    <Row key={`${one.questionID} ${one.part}`} of={one} to={schemePath(examGuid, version, one)} />
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      )}
    </CourseFrame>
  )
}

export default SchemesPage

import type { PersonState } from '@sitwell/contract'
import { languageById } from '@sitwell/i18n/languages'
import { Fragment } from 'react'
import { useOffice } from '../office-context.tsx'
import { fieldTitle } from './person-fields.tsx'
import { personFieldNames, valuesOf } from './person-values.ts'
import styles from './section.module.css'
import { useDayText, useMomentText } from './use-moment-text.ts'

/** What is known of a person, field by field; a dash if there is nothing. */
export const PersonFacts = ({ person }: { readonly person: PersonState }) => {
  const { text } = useOffice()
  const [day, moment] = [useDayText(), useMomentText()]
  const values = {
    ...valuesOf(person),
    languageID: languageById(person.languageID).name,
    dateOfBirth: person.dateOfBirth === undefined ? '' : day(person.dateOfBirth),
  }
  return (
    <dl className={styles.facts}>
      {personFieldNames.map((field) => (
        <Fragment key={field}>
          <dt>{fieldTitle(field, text)}</dt>
          <dd>
            <bdi>{values[field] === '' ? '–' : values[field]}</bdi>
          </dd>
        </Fragment>
      ))}
      <dt>{text('people.lastSignIn')}</dt>
      <dd>{person.lastSignInAt === undefined ? text('people.never') : moment(person.lastSignInAt)}</dd>
    </dl>
  )
}

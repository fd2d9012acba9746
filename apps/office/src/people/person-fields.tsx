import { languageById, languages } from '@sitwell/i18n/languages'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { DateField } from '@sitwell/office-ui/date-field.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { Fragment, type ReactNode } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import {
  contactFields,
  type FieldProblems,
  type PersonField,
  type PersonValues,
  type ProblemOfField,
  personFieldNames,
} from './person-values.ts'

/** What a field is called. */
export const fieldTitle = (field: PersonField, text: OfficeText): string => {
  if (field === 'languageID') return text('person.language')
  return field === 'username' || field === 'identifier' || field === 'email' ? text(`people.${field}`) : text(`person.${field}`)
}

/** The words for what is wrong with a field. */
const problemText = (problem: ProblemOfField, text: OfficeText): string => text(`person.error.${problem}`)

/** The words for what is wrong, by field: for the form, which goes to the first. */
export const problemTexts = (problems: FieldProblems, text: OfficeText): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, problemText(problem, text)]))

interface FieldsProps {
  readonly values: PersonValues
  onValues(change: (before: PersonValues) => PersonValues): void
  readonly errors: Readonly<Record<string, string | undefined>>
  /** Why ways in can't be changed here; undefined if they can. */
  readonly contactFixed?: string | undefined
  /** The person is new: an address gets the invitation. */
  readonly isNew?: boolean
  /** What is below a field. */
  below?(field: PersonField): ReactNode
}

/** One of the languages that ship, and the person's own if that is none of them. */
const languageOptions = (chosen: string) => {
  const known = languages.map(({ id, name }) => ({ id: String(id), title: name }))
  const isKnown = known.some(({ id }) => id === chosen)
  return isKnown ? known : [...known, { id: chosen, title: languageById(Number(chosen)).name }]
}

const helpFor = (field: PersonField, { contactFixed, isNew }: FieldsProps, text: OfficeText): string | undefined => {
  if (contactFixed !== undefined && contactFields.includes(field)) return contactFixed
  if (field === 'username') return text('person.usernameHelp')
  if (field === 'identifier') return text('person.identifierHelp')
  return field === 'email' && isNew ? text('person.emailHelp') : undefined
}

const types = { email: 'email', phone: 'tel' } as const
const longest = { username: 200, firstName: 200, lastName: 200, identifier: 100, email: 254, phone: 40 } as const

/** The fields of a person, in a form. */
export const PersonFields = (props: FieldsProps) => {
  const { values, onValues, errors, contactFixed, below } = props
  const { text } = useOffice()
  const fieldOf = (field: PersonField) => {
    const shared = {
      label: fieldTitle(field, text),
      help: helpFor(field, props, text),
      error: errors[field],
      value: values[field],
      onChange: (value: string) => onValues((before) => ({ ...before, [field]: value })),
    }
    if (field === 'languageID') return <Choice {...shared} options={languageOptions(values.languageID)} />
    if (field === 'dateOfBirth') return <DateField {...shared} />
    return (
      <TextInput
        {...shared}
        name={field}
        type={field === 'email' || field === 'phone' ? types[field] : 'text'}
        isRequired={field === 'username'}
        isLiteral={field !== 'firstName' && field !== 'lastName'}
        isReadOnly={contactFixed !== undefined && contactFields.includes(field)}
        maxLength={longest[field]}
      />
    )
  }
  return personFieldNames.map((field) => (
    <Fragment key={field}>
      {fieldOf(field)}
      {below?.(field)}
    </Fragment>
  ))
}

import { officeAddPerson, officePeople } from '@sitwell/contract'
import { Form } from '@sitwell/office-ui/form.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './add-person-page.module.css'
import { failureText } from './failure-text.ts'
import { type Added, PersonAdded } from './person-added.tsx'
import { PersonFields, problemTexts } from './person-fields.tsx'
import { nameOf } from './person-name.ts'
import { emptyValues, fieldsForCall, type PersonValues, personFieldNames, problemsFrom, problemsIn } from './person-values.ts'
import { useLeaveGuard } from './use-leave-guard.tsx'

/** The same request id for the same content: sent twice because no answer came, it adds one person. */
const useRequestId = () => {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  return (values: PersonValues): string => {
    const content = JSON.stringify(values)
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
}

const AddForm = ({ onAdded }: { onAdded(added: Added): void }) => {
  const { api, text, language } = useOffice()
  const queries = useQueryClient()
  const [start] = useState(() => emptyValues(language.id))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const requestIdOf = useRequestId()
  const guard = useLeaveGuard(values !== start)
  const send = async () => {
    const found = problemsIn(values)
    setErrors(problemTexts(found, text))
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const typed = personFieldNames.filter((field) => values[field] !== '')
    const { username, firstName, lastName } = values
    const body = { ...fieldsForCall(values, typed), username, firstName, lastName, requestId: requestIdOf(values) }
    const outcome = await api.call(officeAddPerson, { body })
    setPending(false)
    if (outcome.ok) {
      void queries.invalidateQueries({ queryKey: [officePeople.name] })
      return onAdded({ userID: outcome.value.userID, name: nameOf(values), access: outcome.value.access })
    }
    const refused = outcome.kind === 'refused' ? problemsFrom(outcome.code, outcome.details) : undefined
    if (refused === undefined) setProblem(failureText(outcome, text))
    else setErrors(problemTexts(refused, text))
  }
  return (
    <>
      <Form
        label={text('people.add')}
        errors={errors}
        problem={problem}
        submit={text('people.addSubmit')}
        isPending={isPending}
        onSubmit={() => void send()}
      >
        <PersonFields values={values} onValues={setValues} errors={errors} isNew />
      </Form>
      {guard}
    </>
  )
}

/** Adds one person, and shows how they get in. */
const AddPersonPage = () => {
  const { text } = useOffice()
  const [added, setAdded] = useState<Added>()
  return (
    <OfficePage title={text('people.add')} above={<OfficeLink to="/people">{text('people.back')}</OfficeLink>}>
      <div className={styles.page}>
        {added === undefined ? (
          <AddForm onAdded={setAdded} />
        ) : (
          <PersonAdded added={added} onAnother={() => setAdded(undefined)} />
        )}
      </div>
    </OfficePage>
  )
}

export default AddPersonPage

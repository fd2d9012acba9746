import { officeAddOrganisation } from '@sitwell/contract'
import { languages } from '@sitwell/i18n/languages'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { useRef, useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import { type SettingsText, useSettingsText } from '../settings/settings-text.ts'
import { OfficeLink } from '../shell/office-link.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import styles from './installation.module.css'
import { type AddedOrganisation, OrganisationAdded } from './organisation-added.tsx'
import {
  bodyOf,
  emptyOrganisation,
  type OrganisationField,
  type OrganisationProblem,
  type OrganisationProblems,
  type OrganisationValues,
  problemsFrom,
  problemsIn,
} from './organisation-values.ts'
import { useReadOrganisationsAgain } from './use-organisations.ts'

const ofOthers = {
  needed: 'words.needed',
  ownerName: 'person.error.name',
  email: 'person.error.email',
  other: 'person.error.other',
} as const

const isOfOthers = (problem: OrganisationProblem): problem is keyof typeof ofOthers => Object.hasOwn(ofOthers, problem)

const problemText = (problem: OrganisationProblem | undefined, text: SettingsText): string | undefined => {
  if (problem === undefined) return undefined
  return isOfOthers(problem) ? text(ofOthers[problem]) : text(`installation.error.${problem}`)
}

const languageOptions = languages.map(({ id, name }) => ({ id: String(id), title: name }))

/** The same request id for the same content: sent twice because no answer came, it creates one organisation. */
const useRequestId = () => {
  const last = useRef<{ readonly content: string; readonly id: string }>(undefined)
  return (values: OrganisationValues): string => {
    const content = JSON.stringify(values)
    if (last.current?.content !== content) last.current = { content, id: crypto.randomUUID() }
    return last.current.id
  }
}

const AddForm = ({ onAdded }: { onAdded(added: AddedOrganisation): void }) => {
  const { api, language } = useOffice()
  const text = useSettingsText()
  const readAgain = useReadOrganisationsAgain()
  const [start] = useState(() => emptyOrganisation(language.id))
  const [values, setValues] = useState(start)
  const [problems, setProblems] = useState<OrganisationProblems>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const requestIdOf = useRequestId()
  const guard = useLeaveGuard(values !== start)
  const send = async () => {
    const found = problemsIn(values)
    setProblems(found)
    setProblem(undefined)
    if (Object.keys(found).length > 0) return
    setPending(true)
    const outcome = await api.call(officeAddOrganisation, { body: bodyOf(values, requestIdOf(values)) })
    setPending(false)
    if (outcome.ok) {
      readAgain()
      return onAdded({ ...outcome.value, owner: `${values.firstName} ${values.lastName}`.trim() })
    }
    const refused = problemsFrom(outcome)
    if (refused !== undefined) return setProblems(refused)
    const isLimited = outcome.kind === 'refused' && outcome.code === 'TOO_MANY_REQUESTS'
    setProblem(isLimited ? text('signIn.tooManyAttempts') : failureText(outcome, text))
  }
  const field = (one: OrganisationField) => ({
    value: values[one],
    onChange: (value: string) => setValues((before) => ({ ...before, [one]: value })),
    error: problemText(problems[one], text),
  })
  return (
    <>
      <p className={styles.help}>{text('installation.addHelp')}</p>
      <Form
        label={text('installation.add')}
        errors={problems}
        problem={problem}
        submit={text('installation.addSubmit')}
        isPending={isPending}
        onSubmit={() => void send()}
      >
        <TextInput label={text('installation.field.name')} isRequired maxLength={200} {...field('name')} />
        <TextInput
          label={text('installation.field.urlToken')}
          help={text('installation.field.urlTokenHelp')}
          isLiteral
          maxLength={40}
          {...field('urlToken')}
        />
        <TextInput
          label={text('installation.field.host')}
          help={text('installation.field.hostHelp')}
          isLiteral
          maxLength={253}
          {...field('host')}
        />
        <Choice
          label={text('person.language')}
          help={text('installation.field.languageHelp')}
          options={languageOptions}
          {...field('languageID')}
        />
        <fieldset className={styles.owner}>
          <legend>{text('installation.firstOwner')}</legend>
          <p className={styles.help}>{text('installation.firstOwnerHelp')}</p>
          <TextInput label={text('person.firstName')} maxLength={200} {...field('firstName')} />
          <TextInput label={text('person.lastName')} maxLength={200} {...field('lastName')} />
          <TextInput
            label={text('people.username')}
            help={text('person.usernameHelp')}
            isRequired
            isLiteral
            maxLength={200}
            {...field('username')}
          />
          <TextInput
            label={text('people.email')}
            help={text('person.emailHelp')}
            type="email"
            isLiteral
            maxLength={254}
            {...field('email')}
          />
        </fieldset>
      </Form>
      {guard}
    </>
  )
}

/** Creates an organisation for its first owner, and shows how that owner gets in. */
const AddOrganisationPage = () => {
  const text = useSettingsText()
  const [added, setAdded] = useState<AddedOrganisation>()
  return (
    <OfficePage
      title={text('installation.add')}
      above={<OfficeLink to="/installation">{text('installation.back')}</OfficeLink>}
    >
      <div className={styles.page}>
        {added === undefined ? (
          <AddForm onAdded={setAdded} />
        ) : (
          <OrganisationAdded added={added} onAnother={() => setAdded(undefined)} />
        )}
      </div>
    </OfficePage>
  )
}

export default AddOrganisationPage

import type { Api, Failure } from '@sitwell/client/api'
import { createFirstOrganisation, firstRun } from '@sitwell/contract'
import { appPaths } from '@sitwell/contract/app-paths'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { LogoCard } from '@sitwell/sign-in/sign-in-card.tsx'
import { ButtonLink } from '@sitwell/ui/button-link.tsx'
import { useEffect, useRef, useState } from 'react'
import type { OfficeText } from '../office-context.tsx'
import styles from './first-run.module.css'

const empty = { code: '', name: '', firstName: '', lastName: '', username: '', email: '', password: '' }
type Field = keyof typeof empty
type Errors = Readonly<Partial<Record<Field, string>>>

const needed = ['code', 'name', 'lastName', 'username', 'password'] as const satisfies readonly Field[]

type Shown =
  | { readonly is: 'loading' | 'open' | 'closed' }
  | { readonly is: 'done'; readonly name: string; readonly urlToken: string }

/** Characters of a password, where no organisation asks for others. */
const leastPassword = 8

const bodyOf = ({ code, name, email, ...owner }: typeof empty) => ({
  ...{ code, name },
  owner: { ...owner, ...(email.trim() !== '' && { email }) },
})

const problemOf = (failure: Failure, text: OfficeText): string => {
  if (failure.kind === 'unreachable') return text('failure.unreachable')
  return failure.code === 'TOO_MANY_REQUESTS' ? text('signIn.tooManyAttempts') : text('failure.other', { code: failure.code })
}

/** Asks whether the first organisation is still to be created, and creates it. */
export const FirstRunPage = ({ api, text }: { readonly api: Api; readonly text: OfficeText }) => {
  const [shown, setShown] = useState<Shown>({ is: 'loading' })
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const title = text('firstRun.heading')
  const titleRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = title
    void api.call(firstRun, {}).then((outcome) => {
      if (outcome.ok) setShown({ is: outcome.value.isOpen ? 'open' : 'closed' })
      else setProblem(text('failure.unreachable'))
    })
  }, [api, text, title])

  // A screen reader starts at the title of what is shown now; the form goes away once it has done its work.
  useEffect(() => {
    if (shown.is !== 'loading') titleRef.current?.focus()
  }, [shown.is])

  const send = async () => {
    const missing = needed.filter((field) => values[field].trim() === '')
    setErrors(Object.fromEntries(missing.map((field) => [field, text('words.needed')])))
    setProblem(undefined)
    if (missing.length > 0) return
    setPending(true)
    const outcome = await api.call(createFirstOrganisation, { body: bodyOf(values) }, { attempts: 1 })
    setPending(false)
    if (!outcome.ok) {
      if (outcome.kind === 'refused' && outcome.code === 'NOT_FOUND') return setShown({ is: 'closed' })
      if (outcome.kind === 'refused' && outcome.code === 'WRONG_CREDENTIALS')
        return setErrors({ code: text('firstRun.wrongCode') })
      return setProblem(problemOf(outcome, text))
    }
    const { organisation, reasons = [] } = outcome.value
    if (organisation) return setShown({ is: 'done', name: values.name, urlToken: organisation.urlToken })
    setErrors({ password: reasons.map((reason) => text(`password.finding.${reason}`, { count: leastPassword })).join(' ') })
  }
  const field = (one: Field) => ({
    value: values[one],
    onChange: (value: string) => setValues((held) => ({ ...held, [one]: value })),
    error: errors[one],
    isRequired: needed.some((it) => it === one),
  })
  const signIn = (urlToken?: string) => (
    <ButtonLink
      href={`${appPaths.office}/login${urlToken === undefined ? '' : `?${encodeURIComponent(urlToken)}`}`}
      variant="primary"
    >
      {text('firstRun.toSignIn')}
    </ButtonLink>
  )
  return (
    <LogoCard title={title} titleRef={titleRef}>
      <div role="status" className={styles.told}>
        {shown.is === 'done' && <p>{text('firstRun.done', { name: shown.name })}</p>}
        {shown.is === 'closed' && <p>{text('firstRun.closed')}</p>}
      </div>
      {shown.is === 'done' && signIn(shown.urlToken)}
      {shown.is === 'closed' && signIn()}
      {shown.is === 'loading' && problem !== undefined && <p role="alert">{problem}</p>}
      {shown.is === 'open' && (
        <>
          <p className={styles.told}>{text('firstRun.explain')}</p>
          <Form
            label={title}
            errors={errors}
            problem={problem}
            submit={text('firstRun.submit')}
            isPending={isPending}
            onSubmit={() => void send()}
          >
            <TextInput label={text('firstRun.code')} isLiteral maxLength={100} {...field('code')} />
            <TextInput label={text('firstRun.name')} maxLength={200} {...field('name')} />
            <fieldset className={styles.owner}>
              <legend>{text('firstRun.owner')}</legend>
              <p className={styles.told}>{text('firstRun.ownerHelp')}</p>
              <TextInput label={text('person.firstName')} autoComplete="given-name" maxLength={200} {...field('firstName')} />
              <TextInput label={text('person.lastName')} autoComplete="family-name" maxLength={200} {...field('lastName')} />
              <TextInput
                label={text('people.email')}
                type="email"
                autoComplete="email"
                isLiteral
                maxLength={254}
                {...field('email')}
              />
              <TextInput
                label={text('people.username')}
                help={text('person.usernameHelp')}
                autoComplete="username"
                isLiteral
                maxLength={200}
                {...field('username')}
              />
              <TextInput
                label={text('firstRun.password')}
                type="password"
                autoComplete="new-password"
                maxLength={1000}
                {...field('password')}
              />
            </fieldset>
          </Form>
        </>
      )}
    </LogoCard>
  )
}

import { Button } from '@sitwell/ui/button.tsx'
import { useState } from 'react'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { OneTimeSecret } from '../dialogs/one-time-secret.tsx'
import { Choice } from '../form/choice.tsx'
import { DateField, DateTimeField } from '../form/date-field.tsx'
import { Form } from '../form/form.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Notice } from '../status/notice.tsx'
import styles from './table-page.module.css'

const words = {
  title: 'Add a person',
  suspend: 'Suspend',
  invite: 'Invite',
  other: 'Take the other date',
  link: 'https://exams.example.org/set-password?token=VGhpcyBpcyBhIG1hZGUtdXAgbGluay4u',
  sent: 'An invitation was sent to lena@example.org.',
}
const languages = ['English', 'العربية', 'Deutsch', 'Cymraeg'].map((title, at) => ({ id: `${at + 1}`, title }))

const PersonForm = ({ onSent }: { onSent(values: string): void }) => {
  const [values, setValues] = useState({
    name: '',
    email: '',
    born: '2008-02-29',
    until: '2026-12-24T12:30:00.000Z',
    language: '1',
  })
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const set = (name: keyof typeof values) => (value: string) => setValues((before) => ({ ...before, [name]: value }))
  const submit = () => {
    onSent(JSON.stringify(values))
    setErrors({
      name: values.name === '' ? 'Write a name.' : undefined,
      email: values.email.includes('@') ? undefined : 'This is not an address, such as ada@example.org.',
    })
  }
  return (
    <Form label={words.title} errors={errors} submit={words.title} onSubmit={submit} onCancel={() => setErrors({})}>
      <TextInput label="Name" isRequired error={errors.name} value={values.name} onChange={set('name')} />
      <TextInput
        label="E-mail"
        type="email"
        isLiteral
        help="The invitation goes there."
        error={errors.email}
        value={values.email}
        onChange={set('email')}
      />
      <DateField label="Date of birth" value={values.born} onChange={set('born')} />
      <DateTimeField label="Until" help="Empty: without an end." value={values.until} onChange={set('until')} />
      <Choice label="Language" options={languages} value={values.language} onChange={set('language')} />
      <Button onPress={() => setValues((before) => ({ ...before, born: '1999-12-31' }))}>{words.other}</Button>
    </Form>
  )
}

/** A form, a dialog before an act, a link that is shown once, and the result of an act. */
export const FormsPage = () => {
  const [sent, setSent] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [notice, setNotice] = useState<string | undefined>()
  const [problem, setProblem] = useState<string>()
  return (
    <main className={styles.forms}>
      <h1 className={styles.title}>{words.title}</h1>
      <Notice onClose={() => setNotice(undefined)}>{notice}</Notice>
      <div className={styles.row}>
        <Button onPress={() => setAsking(true)}>{words.suspend}</Button>
        <Button onPress={() => setNotice(words.sent)}>{words.invite}</Button>
        <output aria-label="Sent:">{sent}</output>
      </div>
      <PersonForm onSent={setSent} />
      <OneTimeSecret label="Link for Lena Lindqvist" value={words.link} note="It works once, until 3 Dec 2026, 14:02." />
      {isAsking && (
        <ConfirmDialog
          title="Suspend Lena Lindqvist?"
          consequences={['She can’t sign in until that is ended.', 'Two open sessions end at once.', 'Her answers are kept.']}
          confirm={words.suspend}
          isDangerous
          asksReason
          problem={problem}
          onConfirm={(reason) => {
            if (reason === 'refuse') return setProblem('The server can’t be reached.')
            setSent(reason)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </main>
  )
}

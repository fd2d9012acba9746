import type { OwnTextState } from '@sitwell/contract'
import type { Language } from '@sitwell/i18n/languages'
import density from '@sitwell/office-ui/density.module.css'
import { Form, Problem } from '@sitwell/office-ui/form.tsx'
import { TextArea } from '@sitwell/office-ui/text-input.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import styles from './rules.module.css'
import { useSettingsText } from './settings-text.ts'
import { useEditInPlace } from './use-edit-in-place.ts'
import { useTextChange } from './use-text-change.ts'

interface TextProps {
  readonly shown: OwnTextState
  readonly language: Language
  onSaved(): void
}

const Meanwhile = ({ base }: { readonly base: OwnTextState }) => {
  const text = useSettingsText()
  return (
    <div className={styles.meanwhile}>
      <p>{text('settings.meanwhile')}</p>
      <p className={styles.value}>{text('settings.now', { value: base.own ?? base.usual })}</p>
    </div>
  )
}

const EditText = ({ shown, language, onSaved, onCancel }: TextProps & { onCancel(): void }) => {
  const text = useSettingsText()
  const change = useTextChange(shown, language.id, onSaved)
  const guard = useLeaveGuard(change.hasTyped)
  return (
    <>
      <Form
        label={text('settings.changeOf', { name: shown.id })}
        errors={change.error === undefined ? {} : { value: change.error }}
        problem={change.problem}
        submit={text('settings.save')}
        isPending={change.isPending}
        onSubmit={() => void change.save()}
        onCancel={onCancel}
      >
        {/* There from the start, so that what comes into it is announced. */}
        <div role="status">{change.hasMeanwhile && <Meanwhile base={change.base} />}</div>
        <TextArea
          label={text('texts.own')}
          help={change.names === '' ? undefined : text('texts.names', { names: change.names })}
          value={change.value}
          onChange={change.setValue}
          error={change.error}
          maxLength={4000}
        />
      </Form>
      {guard}
    </>
  )
}

const ToDefault = ({ shown, language, onSaved }: TextProps) => {
  const text = useSettingsText()
  const { isPending, problem, hasMeanwhile, base, toDefault } = useTextChange(shown, language.id, onSaved)
  return (
    <>
      <Button
        className={density.press}
        aria-label={text('settings.toDefaultOf', { name: shown.id })}
        isPending={isPending}
        onPress={() => void toDefault()}
      >
        {text('settings.toDefault')}
      </Button>
      {(problem !== undefined || hasMeanwhile) && (
        <div className={styles.whole}>
          {hasMeanwhile && <Meanwhile base={base} />}
          {problem !== undefined && <Problem>{problem}</Problem>}
        </div>
      )}
    </>
  )
}

/** One text: its default, the organisation's own, and a form to change that, in its place. */
export const TextRow = ({ shown, language, mayWrite, onSaved }: TextProps & { readonly mayWrite: boolean }) => {
  const text = useSettingsText()
  const { isEditing, opener, open, close } = useEditInPlace()
  const saved = () => {
    onSaved()
    close()
  }
  const { id, usual, own } = shown
  const inLanguage = { lang: language.code, dir: language.direction }
  return (
    <li className={styles.rule} data-text={id} data-changed={own !== undefined || undefined}>
      <div className={styles.about}>
        <h3 className={styles.small}>{text('texts.usual')}</h3>
        <p {...inLanguage}>{usual}</p>
        <p className={styles.name} dir="ltr">
          {id}
        </p>
      </div>
      <div className={styles.state}>
        {isEditing ? (
          <EditText shown={shown} language={language} onSaved={saved} onCancel={close} />
        ) : (
          <>
            <h3 className={styles.small}>{text('texts.own')}</h3>
            {own === undefined ? (
              <p className={styles.small}>{text('texts.none')}</p>
            ) : (
              <p className={styles.value} {...inLanguage}>
                {own}
              </p>
            )}
            {mayWrite && (
              <div className={styles.acts}>
                <Button
                  ref={opener}
                  className={density.press}
                  aria-label={text('settings.changeOf', { name: id })}
                  onPress={open}
                >
                  {text('settings.change')}
                </Button>
                {own !== undefined && <ToDefault key={shown.version} shown={shown} language={language} onSaved={saved} />}
              </div>
            )}
          </>
        )}
      </div>
    </li>
  )
}

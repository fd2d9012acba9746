import type { LookState } from '@sitwell/contract'
import { Form } from '@sitwell/office-ui/form.tsx'
import { TextInput } from '@sitwell/office-ui/text-input.tsx'
import { predefinedThemes } from '@sitwell/themes/themes'
import { useDeferredValue, useMemo } from 'react'
import { Section } from '../people/section.tsx'
import { useLeaveGuard } from '../people/use-leave-guard.tsx'
import { useMomentText } from '../people/use-moment-text.ts'
import { ColourField } from './colour-field.tsx'
import { lookOf } from './contrast-pairs.ts'
import { ContrastTable } from './contrast-table.tsx'
import { LogoField } from './logo-field.tsx'
import styles from './look.module.css'
import { LookPreview } from './look-preview.tsx'
import { logoUrlOf } from './look-values.ts'
import { useSettingsText } from './settings-text.ts'
import { useLookChange } from './use-look-change.ts'

const { primary, secondary } = predefinedThemes.Default

type Change = ReturnType<typeof useLookChange>

const Fields = ({ change, mayWrite }: { readonly change: Change; readonly mayWrite: boolean }) => {
  const text = useSettingsText()
  const { base, values, errors, set, setLogo } = change
  const colour = (part: 'primaryColour' | 'secondaryColour', id: 'primary' | 'secondary', usual: string) => (
    <ColourField
      label={text(`look.${id}`)}
      help={text(`look.${id}.help`, { value: usual })}
      value={values[part]}
      usual={usual.toLowerCase()}
      error={errors[part]}
      mayChange={mayWrite}
      onValue={(value) => set(part, value)}
    />
  )
  return (
    <>
      <TextInput
        label={text('look.name')}
        help={text('look.name.help')}
        value={values.name}
        error={errors.name}
        onChange={(name) => set('name', name)}
        isRequired
        isReadOnly={!mayWrite}
        maxLength={200}
      />
      {colour('primaryColour', 'primary', primary)}
      {colour('secondaryColour', 'secondary', secondary)}
      {(['logo', 'appBarLogo'] as const).map((part) => (
        <LogoField
          key={part}
          name={text(`look.${part}`)}
          help={text(`look.${part}.help`)}
          url={logoUrlOf(values[part], base[part])}
          isOnBar={part === 'appBarLogo'}
          mayChange={mayWrite}
          error={errors[part]}
          onLogo={(logo) => setLogo(part, logo)}
        />
      ))}
    </>
  )
}

const Check = ({ change }: { readonly change: Change }) => {
  const text = useSettingsText()
  const { base, values } = change
  const { primaryColour, secondaryColour } = values
  const { buttonsInSecondaryColour } = base
  // A colour that is dragged in the picker changes many times a second.
  const colours = useDeferredValue(JSON.stringify([primaryColour, secondaryColour]))
  const look = useMemo(() => {
    const [one = '', other = ''] = JSON.parse(colours) as string[]
    return lookOf({ primaryColour: one, secondaryColour: other, buttonsInSecondaryColour })
  }, [colours, buttonsInSecondaryColour])
  return (
    <Section title={text('look.contrast')} className={styles.check}>
      <p>{text('look.contrast.explain')}</p>
      {look === undefined ? (
        <p className={styles.invalid}>{text('look.invalid')}</p>
      ) : (
        <>
          <LookPreview tokens={look.tokens} name={values.name} logo={logoUrlOf(values.appBarLogo, base.appBarLogo)} />
          <ContrastTable pairs={look.pairs} />
        </>
      )}
    </Section>
  )
}

/** Name, logos and colours, with what the player makes of them while they are changed. */
export const LookPart = ({
  look,
  mayWrite,
  onSaved,
}: {
  readonly look: LookState
  readonly mayWrite: boolean
  onSaved(): void
}) => {
  const text = useSettingsText()
  const moment = useMomentText()
  const change = useLookChange(look, onSaved)
  const guard = useLeaveGuard(change.hasTyped)
  const { changed } = change.base
  return (
    <div className={styles.part}>
      <Section title={text('settings.tab.look')} className={styles.fields}>
        {changed !== undefined && (
          <p className={styles.quietText}>{text('settings.changed', { name: changed.by, time: moment(changed.at) })}</p>
        )}
        {mayWrite ? (
          <Form
            label={text('settings.tab.look')}
            errors={change.errors}
            problem={change.problem}
            submit={text('settings.save')}
            isPending={change.isPending}
            onSubmit={() => void change.save()}
          >
            <div role="status">{change.hasMeanwhile && <p className={styles.meanwhile}>{text('settings.meanwhile')}</p>}</div>
            <Fields change={change} mayWrite />
            <p className={styles.quietText}>{text('look.open')}</p>
          </Form>
        ) : (
          <div className={styles.readOnly}>
            <Fields change={change} mayWrite={false} />
          </div>
        )}
      </Section>
      <Check change={change} />
      {guard}
    </div>
  )
}

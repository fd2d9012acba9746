/** Right is worth 3, and 1 less for each attempt before it that was wrong or asked for a hint. */
export const adaptiveItem = `<assessmentItem identifier="Q" title="Q" adaptive="true" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
<responseDeclaration identifier="HINT" cardinality="single" baseType="boolean"/>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="3"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="WORTH" cardinality="single" baseType="float"><defaultValue><value>3</value></defaultValue></outcomeDeclaration>
<outcomeDeclaration identifier="SAID" cardinality="single" baseType="identifier"/>
<itemBody><p>Look closely.</p>
<choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which one swims?</prompt><simpleChoice identifier="A">Otter</simpleChoice><simpleChoice identifier="B">Badger</simpleChoice><simpleChoice identifier="C">Fox</simpleChoice></choiceInteraction>
<p><endAttemptInteraction responseIdentifier="HINT" title="Show a hint"/></p>
<feedbackBlock outcomeIdentifier="SAID" identifier="hint" showHide="show"><p>It swims.</p></feedbackBlock>
<feedbackBlock outcomeIdentifier="SAID" identifier="wrong" showHide="show"><p>Not that one.</p></feedbackBlock>
</itemBody>
<responseProcessing><responseCondition>
<responseIf><variable identifier="HINT"/>
<setOutcomeValue identifier="SAID"><baseValue baseType="identifier">hint</baseValue></setOutcomeValue>
<setOutcomeValue identifier="WORTH"><subtract><variable identifier="WORTH"/><baseValue baseType="float">1</baseValue></subtract></setOutcomeValue>
</responseIf>
<responseElseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>
<setOutcomeValue identifier="SCORE"><variable identifier="WORTH"/></setOutcomeValue>
<setOutcomeValue identifier="SAID"><baseValue baseType="identifier">right</baseValue></setOutcomeValue>
<setOutcomeValue identifier="completionStatus"><baseValue baseType="identifier">completed</baseValue></setOutcomeValue>
</responseElseIf>
<responseElse>
<setOutcomeValue identifier="SAID"><baseValue baseType="identifier">wrong</baseValue></setOutcomeValue>
<setOutcomeValue identifier="WORTH"><subtract><variable identifier="WORTH"/><baseValue baseType="float">1</baseValue></subtract></setOutcomeValue>
</responseElse></responseCondition></responseProcessing>
<modalFeedback outcomeIdentifier="SAID" identifier="right" showHide="show"><p>An otter.</p></modalFeedback>
</assessmentItem>`

/** Right is worth 1; both is said of it. */
export const checkedItem = `<assessmentItem identifier="Q" title="Q" adaptive="false" timeDependent="false">
<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>
<outcomeDeclaration identifier="SAID" cardinality="single" baseType="identifier"/>
<itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1"><prompt>Which is a bird?</prompt><simpleChoice identifier="A">Heron</simpleChoice><simpleChoice identifier="B">Bat</simpleChoice><simpleChoice identifier="C">Moth</simpleChoice></choiceInteraction></itemBody>
<responseProcessing><responseCondition>
<responseIf><match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue><setOutcomeValue identifier="SAID"><baseValue baseType="identifier">yes</baseValue></setOutcomeValue></responseIf>
<responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue><setOutcomeValue identifier="SAID"><baseValue baseType="identifier">no</baseValue></setOutcomeValue></responseElse>
</responseCondition></responseProcessing>
<modalFeedback outcomeIdentifier="SAID" identifier="yes" showHide="show"><p>Yes, a heron.</p></modalFeedback>
<modalFeedback outcomeIdentifier="SAID" identifier="no" showHide="show"><p>No.</p></modalFeedback>
</assessmentItem>`

interface PackageWishes {
  readonly edition?: '2.1' | '3.0'
  readonly submission?: 'individual' | 'simultaneous'
  /** `itemSessionControl` of the test part, and of single items. */
  readonly control?: string
  readonly controls?: readonly string[]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** As QTI 3.0 spells it. */
const as3 = (xml: string): string =>
  xml
    .replaceAll(/<(\/?)([a-zA-Z]+)/g, (_, slash: string, name: string) =>
      /^(p|manifest|resources?)$/.test(name) ? `<${slash}${name}` : `<${slash}qti-${kebab(name)}`,
    )
    .replaceAll(/ ([a-zA-Z]+)="/g, (_, name: string) => ` ${kebab(name)}="`)

/** The files of a package with a test of these items, each under its own name. */
export const packageOf = (
  items: readonly string[],
  { edition = '2.1', submission = 'simultaneous', control = '', controls = [] }: PackageWishes = {},
): Record<string, string> => {
  const refs = items.map(
    (_, at) => `<assessmentItemRef identifier="I${at}" href="i${at}.xml">${controls[at] ?? ''}</assessmentItemRef>`,
  )
  const test = `<assessmentTest identifier="T" title="Attempts"><testPart identifier="P" navigationMode="nonlinear" submissionMode="${submission}">${control}<assessmentSection identifier="S" title="Animals" visible="true">${refs.join('')}</assessmentSection></testPart></assessmentTest>`
  const write = edition === '3.0' ? as3 : (xml: string) => xml
  const [testType, itemType] =
    edition === '3.0' ? ['imsqti_test_xmlv3p0', 'imsqti_item_xmlv3p0'] : ['imsqti_test_xmlv2p1', 'imsqti_item_xmlv2p1']
  const resources = items.map((_, at) => `<resource identifier="R${at}" type="${itemType}" href="i${at}.xml"/>`)
  return {
    'imsmanifest.xml': `<manifest><resources><resource identifier="T" type="${testType}" href="t.xml"/>${resources.join('')}</resources></manifest>`,
    't.xml': write(test),
    ...Object.fromEntries(
      items.map((item, at) => [`i${at}.xml`, write(item.replace('identifier="Q"', `identifier="Q${at}"`))]),
    ),
  }
}

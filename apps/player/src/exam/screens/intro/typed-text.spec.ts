import { expect, openExam, organisation, signIn, staticText, test } from '../../../../../../e2e/fixtures.ts'

// CONST-108
for (const [orgId, shown] of [
  [15, 'if a <bx and c> d'],
  [14, 'if a d'],
] as const) {
  test(`an imported text that is not HTML shows as "${shown}" in organisation ${orgId}`, async ({ page, sitwell }) => {
    const settings = { introText: 'if a <bx and c> d' }
    const world = await sitwell.arrange(
      organisation({ orgId, exams: [{ name: 'Reading', settings, questions: [staticText('Read.')] }] }),
    )
    await signIn(page, world)
    await openExam(page, { name: 'Reading' })
    await expect(page.getByRole('main').getByText(shown, { exact: true })).toBeVisible()
  })
}

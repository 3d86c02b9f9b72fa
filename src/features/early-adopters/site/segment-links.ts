/**
 * Links that choose a segment (`data-segment`) lead to a page whose form is preselected. Once the form is alive they
 * choose in it instead, so that nothing typed is lost, and the address says what is chosen.
 */
export function followSegmentLinks(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-segment]')]
  const findChoice = (segment = '') =>
    document.querySelector<HTMLInputElement>(`#registration [name=segment][value=${segment}]`)

  for (const link of links) {
    link.addEventListener('click', (event) => {
      const { segment } = link.dataset
      const choice = findChoice(segment)
      if (!choice || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      choice.click()
      history.replaceState(null, '', link.href)
      document.querySelector<HTMLElement>(`[data-gains=${segment}] h3`)?.focus({ preventScroll: true })
    })
  }
  const reflect = () => {
    for (const link of links) {
      const choice = findChoice(link.dataset.segment)
      if (choice) link.ariaCurrent = choice.checked ? 'true' : null
    }
  }
  document.getElementById('registration')?.addEventListener('change', reflect)
  reflect()
}

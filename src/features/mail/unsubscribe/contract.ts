/** What the page that stops mails shows. `gone`: the person was erased, so that there is nothing to stop. */
export interface UnsubscribeState {
  view: 'ask' | 'done' | 'undone' | 'gone' | 'unknown'
  token: string
}

declare module '#site/contract.ts' {
  interface PersonalPages {
    unsubscribe: UnsubscribeState
  }
}

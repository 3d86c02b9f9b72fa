/** Values of strings in examples, by field. A schema whose field means something else says so by `.meta({ examples })`. */
export const exampleValues: Readonly<Record<string, string>> = {
  // People and organisations
  ...{ name: 'Ana Example', to_name: 'Ana Example', author: 'Ana Example', actor: 'Ana Example' },
  ...{ requested_by: 'Ana Example', username: 'admin', company: 'Example Cooperative' },
  ...{ email: 'ana@example.org', to: 'ana@example.org', to_email: 'ana@example.org' },
  // Accounts
  ...{ password: 'correct horse battery staple', current: 'correct horse battery', token: 'q8Zc1n0vT2' },
  ...{ access_token: 'q8Zc1n0vT2', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  // Texts
  ...{ content: '<h1>Signed records that anyone can check</h1>', text: 'A first sentence.', tag: 'p' },
  ...{ title: 'Signed records that anyone can check', description: 'What it is, and for whom.' },
  ...{
    seo_title: 'Signed records',
    seo_description: 'What it is, and for whom.',
    seo_keywords: 'credentials',
  },
  ...{ source: 'kPqV7m0sT3xYz1bC4dE5fG', site_name: 'Firmeza', message: 'We have a question.', page: '/en/' },
  // Badges and credentials
  ...{ criteria: 'Registered during the beta.', reason: 'Awarded by mistake.' },
  ...{ revoke_reason: 'Awarded by mistake.', icon: '/credentials/seals/pioneer.svg' },
  ...{ public_key_multibase: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' },
  // Signatures
  ...{ fullName: 'Ana Example', organization: 'Example Cooperative', position: 'Director' },
  ...{ full_name: 'Ana Example', phoneNumber: '+34 600 000 000', useCase: 'Sign our minutes.' },
  linkedinProfile: 'https://www.linkedin.com/in/ana-example',
  holder: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  // Mails and campaigns
  ...{ subject: 'Your place in the programme', preheader: 'What comes next', body: '<p>Hello!</p>' },
  ...{ html: '<p>Hello!</p>', action: 'Open the site', action_url: '/en/', search: 'ana' },
  ...{ response: '250 2.0.0 Ok', cause: 'registration', raw: 'Subject: Hello', day: '2030-01-01' },
  ...{ from: '2030-01-01', encoding: 'utf-8', columns: 'E-mail', ignored: 'Phone' },
  // Consent
  ...{ text_hash: 'pZ6bq0WkEJzVYvDs8xVgCqYcQ2bqTqZ0J6m7WZ2m3x4', sentence: 'I agree to be written to.' },
  // Files
  ...{ digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', type: 'image/png' },
  ...{ filename: 'team.png', src: '/media/9f86d081-960.webp', path: '/documents/guide.pdf' },
  ...{ clean_title: 'Guide', field: 'email', detail: 'Ana Example', key: 'home-hero' },
  variable: 'COMPANY_NAME',
  ...{ belongs_to: 'translateUrl', original: 'What you sign, holds.', translation: 'Lo que firmas, vale.' },
  replaces: 'https://example.org/preview/q8Zc1n0vT2',
}

/** Values of the variables in the sentences of refusals. */
export const exampleVariables: Readonly<Record<string, string | number>> = {
  sentence: 'You are not allowed to delete this.',
  ...{ version: 2, key: 'home-hero', language: 'es', texts: 'home-hero (es)', limit: 500 },
  ...{ scope: 'leads.read', event: 'lead.updated', title: 'Quick guide' },
  variable: 'LEDGER_SIGNING_KEY',
  ...{ item: 'home-hero (es)', needed: 'team.png' },
  ...{ line: 7, reason: 'There is already a redirect from this address.' },
}

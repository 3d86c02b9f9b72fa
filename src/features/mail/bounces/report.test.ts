import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddressGone, readReply } from '#shared/server-reply.ts'
import { mostRead } from './bounces.ts'
import { readReport } from './report.ts'

const mailId = '11111111-2222-4333-8444-555555555555'
const token = 'ab'.repeat(28)

/** The notifications of common mail servers for a mailbox that does not exist; `…` stands for the quoted mail. */
const reports = {
  postfix: `Return-Path: <>
Received: by mx.example.net (Postfix)
	id 4F2; Mon,  1 Jun 2026 10:00:00 +0000 (UTC)
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: bounce+${token}@bounce.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F2.1234/mx.example.net"
Content-Transfer-Encoding: 8bit
Message-Id: <2026@mx.example.net>

This is a MIME-encapsulated message.

--4F2.1234/mx.example.net
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mx.example.net.

<gone@example.org>: host mail.example.org[192.0.2.1] said: 550 5.1.1
    <gone@example.org>: Recipient address rejected: User unknown (in reply to
    RCPT TO command)

--4F2.1234/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4F2
X-Postfix-Sender: rfc822; bounce+${token}@bounce.example
Arrival-Date: Mon,  1 Jun 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; gone@example.org
Original-Recipient: rfc822;gone@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 <gone@example.org>: Recipient address
    rejected: User unknown

--4F2.1234/mx.example.net
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <bounce+${token}@bounce.example>
Message-ID: <${mailId}@firmeza.example>
Content-Type: text/plain

…
--4F2.1234/mx.example.net--
`,
  exim: `Return-path: <>
X-Failed-Recipients: gone@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@exim.example.net>
To: bounce+${token}@bounce.example
References: <${mailId}@firmeza.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1780000000-eximdsn-123456789
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1x@exim.example.net>

--1780000000-eximdsn-123456789
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  gone@example.org
    host mail.example.org [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<gone@example.org>:
    550 No such user here

--1780000000-eximdsn-123456789
Content-type: message/delivery-status

Reporting-MTA: dns; exim.example.net

Action: failed
Final-Recipient: rfc822;gone@example.org
Status: 5.0.0
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 No such user here

--1780000000-eximdsn-123456789
Content-type: message/rfc822

Return-path: <bounce+${token}@bounce.example>
Message-ID: <${mailId}@firmeza.example>
Content-Type: text/html

…
--1780000000-eximdsn-123456789--
`,
  gmail: `Return-Path: <>
To: bounce+${token}@bounce.example
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <${mailId}@firmeza.example>
In-Reply-To: <${mailId}@firmeza.example>
X-Failed-Recipients: gone@gmail.com
Message-ID: <665.google@mx.google.com>
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000a1"; report-type=delivery-status

--000000000000a1
Content-Type: multipart/related; boundary="000000000000a2"

--000000000000a2
Content-Type: multipart/alternative; boundary="000000000000a3"

--000000000000a3
Content-Type: text/plain; charset="UTF-8"

** Address not found **
550 5.1.1 The email account that you tried to reach does not exist.

--000000000000a3
Content-Type: text/html; charset="UTF-8"

<html><body>Address not found</body></html>
--000000000000a3--
--000000000000a2
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000a2--
--000000000000a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; bounce+${token}@bounce.example
Arrival-Date: Mon, 01 Jun 2026 03:00:00 -0700 (PDT)
X-Original-Message-ID: <${mailId}@firmeza.example>

Final-Recipient: rfc822; gone@gmail.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2a00::1, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 https://support.google.com/mail/?p=NoSuchUser x - gsmtp
Last-Attempt-Date: Mon, 01 Jun 2026 03:00:01 -0700 (PDT)

--000000000000a1
Content-Type: message/rfc822

Message-ID: <${mailId}@firmeza.example>
Content-Type: text/plain

…
--000000000000a1--
`,
  exchange: `From: postmaster@contoso.example
To: bounce+${token}@bounce.example
Subject: Undeliverable: Hola
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="8ef2e1aa-3c52-4a2b-9c5c-0a1b2c3d4e5f"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-GB
Message-ID: <abc@contoso.example>
In-Reply-To: <${mailId}@firmeza.example>
References: <${mailId}@firmeza.example>

--8ef2e1aa-3c52-4a2b-9c5c-0a1b2c3d4e5f
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="a0000000-0000-4000-8000-000000000001"

--a0000000-0000-4000-8000-000000000001
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to gone@contoso.example couldn't be delivered.

--a0000000-0000-4000-8000-000000000001
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<p>Not found</p>
--a0000000-0000-4000-8000-000000000001--

--8ef2e1aa-3c52-4a2b-9c5c-0a1b2c3d4e5f
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0.eurprd.prod.outlook.com
Received-From-MTA: dns;mx.example.net
Arrival-Date: Mon, 1 Jun 2026 10:00:00 +0000

Final-Recipient: rfc822;gone@contoso.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient gone@contoso.example not found by SMTP address lookup

--8ef2e1aa-3c52-4a2b-9c5c-0a1b2c3d4e5f
Content-Type: message/rfc822

Message-ID: <${mailId}@firmeza.example>
Content-Type: text/plain

…
--8ef2e1aa-3c52-4a2b-9c5c-0a1b2c3d4e5f--
`,
}

for (const [name, report] of Object.entries(reports)) {
  test(`a notification from ${name} is read, however long the quoted mail is`, async () => {
    for (const quoted of ['short', 'QUJDREVG\n'.repeat(100_000)]) {
      const raw = Buffer.from(report.replace('…', quoted).replaceAll('\n', '\r\n'))
      const read = await readReport(Uint8Array.from(raw.subarray(0, mostRead)))
      assert.equal(read?.kind, 'failed')
      assert.equal(read.mailId, mailId)
      assert.deepEqual(read.tokens, [token])
      assert.equal(isAddressGone(readReply(read.response)), true, read.response)
    }
  })
}

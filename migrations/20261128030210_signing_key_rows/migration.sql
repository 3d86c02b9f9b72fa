ALTER TABLE "signing_keys" ADD COLUMN "purpose" text DEFAULT 'badges' NOT NULL;--> statement-breakpoint
ALTER TABLE "signing_keys" ADD COLUMN "private_key" text;--> statement-breakpoint
SELECT audit_table('signing_keys', key => '{id}', plain => '{purpose,public_key_multibase,retired_at}', secret => '{private_key}', ignored => '{id,created_at}');

CREATE TABLE "signature_bulks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"segment" text,
	"lead_ids" uuid[],
	"reached" uuid,
	"total" integer NOT NULL,
	"invited" integer DEFAULT 0 NOT NULL,
	"already" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"ended_at" timestamp with time zone,
	"is_stopped" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_links" (
	"token_hash" text PRIMARY KEY,
	"signature_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_master_keys" (
	"epoch" integer PRIMARY KEY,
	"seed" text,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"lead_id" uuid,
	"invited_at" timestamp with time zone NOT NULL,
	"invited_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"links_sent" integer DEFAULT 1 NOT NULL,
	"opened_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"certificate_id" uuid,
	"key_epoch" integer,
	"status_index" integer GENERATED ALWAYS AS IDENTITY (sequence name "signatures_status_index_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address" text,
	"public_key" text,
	"statement" json,
	"statement_signature" text,
	"full_name" text,
	"organization" text,
	"position" text,
	"country" text,
	"phone_number" text,
	"linkedin_profile" text,
	"use_case" text,
	"terms_date" date,
	"language" text,
	"ledger_entry" uuid,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	"revoke_reason" text,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "signature_bulks_running" ON "signature_bulks" ("created_at") WHERE "ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "signature_links_signature" ON "signature_links" ("signature_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_of_lead" ON "signatures" ("lead_id") WHERE "revoked_at" IS NULL AND "erased_at" IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_status_index" ON "signatures" ("status_index");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_address" ON "signatures" ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_certificate" ON "signatures" ("certificate_id");--> statement-breakpoint
CREATE INDEX "signatures_lead" ON "signatures" ("lead_id");--> statement-breakpoint
CREATE INDEX "signatures_newest" ON "signatures" ("invited_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "signatures_to_remind" ON "signatures" ("expires_at") WHERE "activated_at" IS NULL AND "revoked_at" IS NULL AND "reminded_at" IS NULL;--> statement-breakpoint
ALTER TABLE "signature_bulks" ADD CONSTRAINT "signature_bulks_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "signature_links" ADD CONSTRAINT "signature_links_signature_id_signatures_id_fkey" FOREIGN KEY ("signature_id") REFERENCES "signatures"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_revoked_by_users_id_fkey" FOREIGN KEY ("revoked_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
SELECT audit_table('signatures', key => '{id}', plain => '{lead_id,invited_by,expires_at,links_sent,activated_at,certificate_id,key_epoch,ledger_entry,revoked_at,revoked_by,erased_at}', personal => '{address,full_name,organization,position,country,phone_number,linkedin_profile,use_case,revoke_reason}', ignored => '{id,invited_at,reminded_at,opened_at,started_at,status_index,public_key,statement,statement_signature,terms_date,language}', person => 'lead_id', people => 'early_adopters');--> statement-breakpoint
SELECT audit_table('signature_bulks', key => '{id}', plain => '{segment,total,is_stopped,created_by,ended_at}', ignored => '{id,lead_ids,reached,invited,already,skipped,missing,created_at}');--> statement-breakpoint
SELECT audit_table('signature_master_keys', key => '{epoch}', plain => '{epoch,fingerprint,retired_at}', secret => '{seed}', ignored => '{created_at}');--> statement-breakpoint
SELECT signal_changes('signatures', 'signatures');--> statement-breakpoint
SELECT signal_changes('signature_bulks', 'signatures');

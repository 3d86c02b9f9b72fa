CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "badge_awards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"lead_id" uuid,
	"badge_type" text NOT NULL,
	"status_index" integer GENERATED ALWAYS AS IDENTITY (sequence name "badge_awards_status_index_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"credential" json,
	"awarded_at" timestamp with time zone NOT NULL,
	"awarded_by" uuid,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "badge_bulks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"badge_type" text NOT NULL,
	"segment" text,
	"lead_ids" uuid[],
	"reached" uuid,
	"total" integer NOT NULL,
	"awarded" integer DEFAULT 0 NOT NULL,
	"already" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "badge_texts" (
	"badge_type" text,
	"language" text,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"criteria" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "badge_texts_pkey" PRIMARY KEY("badge_type","language")
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY,
	"public_key_multibase" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"name" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"audience" jsonb NOT NULL,
	"texts" jsonb NOT NULL,
	"fallback_language" text NOT NULL,
	"throttle" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"prepared_to" uuid,
	"prepared" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"day" date,
	"segment" text,
	"reason" text,
	"total" integer NOT NULL,
	CONSTRAINT "erasures_pkey" PRIMARY KEY("day","segment","reason")
);
--> statement-breakpoint
CREATE TABLE "lead_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"lead_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "lead_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"lead_id" uuid NOT NULL,
	"text" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_counts" (
	"day" date,
	"event" text,
	"kind" text,
	"campaign" text DEFAULT '',
	"language" text,
	"segment" text DEFAULT '',
	"total" integer NOT NULL,
	CONSTRAINT "mail_counts_pkey" PRIMARY KEY("day","event","kind","campaign","language","segment")
);
--> statement-breakpoint
CREATE TABLE "mail_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"mail_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"response" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_hits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"mail_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"link" integer,
	"at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"text" jsonb,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mails_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cause" text NOT NULL,
	"kind" text NOT NULL,
	"lead_id" uuid,
	"user_id" uuid,
	"campaign_id" uuid,
	"language" text NOT NULL,
	"segment" text,
	"to_email" text NOT NULL,
	"to_name" text NOT NULL,
	"variables" jsonb NOT NULL,
	"action_url" text,
	"links" text[] DEFAULT '{}'::text[] NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"response" text,
	"created_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"open_verdict" text,
	"clicked_at" timestamp with time zone,
	"click_verdict" text,
	"raw" text
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"email_key" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_suppressions_pkey" PRIMARY KEY("email_key","reason")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_key" text;--> statement-breakpoint
TRUNCATE "early_adopter_counts";--> statement-breakpoint
ALTER TABLE "early_adopter_counts" ADD COLUMN "badge" text;--> statement-breakpoint
ALTER TABLE "early_adopter_counts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "badges" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "welcomed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "repeated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "repeat_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "consent_withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "last_contact_at" timestamp with time zone;--> statement-breakpoint
-- Who joined before there was mail is not welcomed long after.
UPDATE "early_adopters" SET "last_contact_at" = "created_at", "welcomed_at" = "created_at";--> statement-breakpoint
ALTER TABLE "early_adopters" ALTER COLUMN "last_contact_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "early_adopters" ADD COLUMN "link_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "early_adopter_counts" DROP CONSTRAINT "early_adopter_counts_pkey";--> statement-breakpoint
ALTER TABLE "early_adopter_counts" ADD PRIMARY KEY ("segment","badge","language");--> statement-breakpoint
CREATE INDEX "password_resets_expiry" ON "password_resets" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "badge_awards_status_index" ON "badge_awards" ("status_index");--> statement-breakpoint
CREATE UNIQUE INDEX "badge_awards_held" ON "badge_awards" ("lead_id","badge_type") WHERE "revoked_at" IS NULL;--> statement-breakpoint
CREATE INDEX "badge_awards_lead" ON "badge_awards" ("lead_id");--> statement-breakpoint
CREATE INDEX "badge_awards_newest" ON "badge_awards" ("awarded_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "badge_awards_void" ON "badge_awards" ("status_index") WHERE "revoked_at" IS NOT NULL OR "erased_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "badge_bulks_running" ON "badge_bulks" ("created_at") WHERE "ended_at" IS NULL;--> statement-breakpoint
CREATE INDEX "campaigns_newest" ON "campaigns" ("created_at" DESC);--> statement-breakpoint
CREATE INDEX "campaigns_due" ON "campaigns" ("status","due_at");--> statement-breakpoint
CREATE INDEX "early_adopters_unwelcomed" ON "early_adopters" ("created_at") WHERE "welcomed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "early_adopters_repeated" ON "early_adopters" ("repeated_at") WHERE "repeated_at" > coalesce("repeat_answered_at", '-infinity');--> statement-breakpoint
CREATE INDEX "early_adopters_name" ON "early_adopters" (left("search_text", 60),"id");--> statement-breakpoint
CREATE INDEX "early_adopters_language_newest" ON "early_adopters" ("language","created_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "early_adopters_with_badge" ON "early_adopters" ("created_at" DESC,"id" DESC) WHERE "badges" <> '{}';--> statement-breakpoint
CREATE INDEX "lead_events_lead" ON "lead_events" ("lead_id","at" DESC);--> statement-breakpoint
CREATE INDEX "lead_notes_lead" ON "lead_notes" ("lead_id","created_at" DESC);--> statement-breakpoint
CREATE INDEX "mail_events_mail" ON "mail_events" ("mail_id","at");--> statement-breakpoint
CREATE INDEX "mail_hits_mail" ON "mail_hits" ("mail_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_templates_version" ON "mail_templates" ("kind","language","version" DESC);--> statement-breakpoint
CREATE UNIQUE INDEX "mails_cause" ON "mails" ("cause");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" ("due_at","number") WHERE "status" = 'queued' AND "kind" <> 'campaign';--> statement-breakpoint
CREATE INDEX "mails_campaign_due" ON "mails" ("campaign_id","due_at","number") WHERE "status" = 'queued' AND "kind" = 'campaign';--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" (lower("to_email"),"number") WHERE "status" IN ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_address" ON "mails" (lower("to_email"),"created_at" DESC);--> statement-breakpoint
CREATE INDEX "mails_search" ON "mails" USING gin (lower("to_email" || ' ' || "to_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "mails_sending" ON "mails" ("taken_at") WHERE "status" = 'sending';--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" ("created_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "mails_lead" ON "mails" ("lead_id","created_at" DESC);--> statement-breakpoint
CREATE INDEX "mails_campaign" ON "mails" ("campaign_id","status");--> statement-breakpoint
CREATE INDEX "mail_suppressions_newest" ON "mail_suppressions" ("at" DESC);--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "badge_awards" ADD CONSTRAINT "badge_awards_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "badge_awards" ADD CONSTRAINT "badge_awards_awarded_by_users_id_fkey" FOREIGN KEY ("awarded_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "badge_bulks" ADD CONSTRAINT "badge_bulks_created_by_users_id_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "badge_texts" ADD CONSTRAINT "badge_texts_updated_by_users_id_fkey" FOREIGN KEY ("updated_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_events" ADD CONSTRAINT "lead_events_actor_id_users_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lead_notes" ADD CONSTRAINT "lead_notes_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "mail_events" ADD CONSTRAINT "mail_events_mail_id_mails_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_hits" ADD CONSTRAINT "mail_hits_mail_id_mails_id_fkey" FOREIGN KEY ("mail_id") REFERENCES "mails"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_templates" ADD CONSTRAINT "mail_templates_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_lead_id_early_adopters_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "early_adopters"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_campaign_id_campaigns_id_fkey" FOREIGN KEY ("campaign_id") REFERENCES "campaigns"("id") ON DELETE CASCADE;--> statement-breakpoint
INSERT INTO "early_adopter_counts" ("segment", "badge", "language", "total")
SELECT "segment", "badge", "language", count(*)
FROM "early_adopters", unnest(CASE WHEN "badges" = '{}' THEN ARRAY['all'] ELSE ARRAY['all', 'any'] || "badges" END) AS "one" ("badge")
GROUP BY "segment", "badge", "language";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "count_early_adopters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		PERFORM FROM before JOIN after USING (id)
		WHERE (before.segment, before.language, before.badges) <> (after.segment, after.language, after.badges);
		IF NOT FOUND THEN
			RETURN NULL;
		END IF;
	END IF;
	-- One writer at a time, so that two groups of sign-ups cannot lock the segments in opposite orders.
	PERFORM pg_advisory_xact_lock(hashtext('early_adopter_counts'));
	IF TG_OP <> 'INSERT' THEN
		UPDATE early_adopter_counts AS counts SET total = counts.total - gone.total
		FROM (
			SELECT segment, badge, language, count(*) AS total
			FROM before, unnest(CASE WHEN badges = '{}' THEN ARRAY['all'] ELSE ARRAY['all', 'any'] || badges END) AS one (badge)
			GROUP BY segment, badge, language
		) AS gone
		WHERE (counts.segment, counts.badge, counts.language) = (gone.segment, gone.badge, gone.language);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO early_adopter_counts AS counts (segment, badge, language, total)
		SELECT segment, badge, language, count(*)
		FROM after, unnest(CASE WHEN badges = '{}' THEN ARRAY['all'] ELSE ARRAY['all', 'any'] || badges END) AS one (badge)
		GROUP BY segment, badge, language
		ON CONFLICT (segment, badge, language) DO UPDATE SET total = counts.total + excluded.total;
	END IF;
	RETURN NULL;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "login_attempts" (
	"key" varchar(255) PRIMARY KEY,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"published" boolean NOT NULL,
	"seo_title" text NOT NULL,
	"seo_description" text NOT NULL,
	"seo_keywords" text NOT NULL,
	"author_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "early_adopter_counts" (
	"segment" text PRIMARY KEY,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "early_adopters" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text NOT NULL,
	"company" text,
	"segment" text NOT NULL,
	"interests" text[] NOT NULL,
	"language" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"consent_text" text NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"client" text PRIMARY KEY,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_revision" (
	"id" integer PRIMARY KEY,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash" ON "sessions" ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_version" ON "content_versions" ("key","language","version" DESC);--> statement-breakpoint
CREATE UNIQUE INDEX "content_versions_published" ON "content_versions" ("key","language") WHERE "published";--> statement-breakpoint
CREATE INDEX "content_versions_newest" ON "content_versions" ("key","created_at" DESC);--> statement-breakpoint
CREATE UNIQUE INDEX "early_adopters_email_key" ON "early_adopters" ("email_key");--> statement-breakpoint
CREATE INDEX "early_adopters_newest" ON "early_adopters" ("created_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "early_adopters_segment_newest" ON "early_adopters" ("segment","created_at" DESC,"id" DESC);--> statement-breakpoint
CREATE INDEX "early_adopters_search" ON "early_adopters" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "content_versions" ADD CONSTRAINT "content_versions_author_id_users_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
INSERT INTO "site_revision" ("id", "revision") VALUES (1, 0);--> statement-breakpoint
INSERT INTO "early_adopter_counts" ("segment", "total") VALUES ('developer', 0), ('business', 0), ('academic', 0), ('ngo_gov', 0);--> statement-breakpoint
CREATE FUNCTION "count_early_adopters"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- One writer at a time, so that two groups of sign-ups cannot lock the segments in opposite orders.
	PERFORM pg_advisory_xact_lock(hashtext('early_adopter_counts'));
	IF TG_OP <> 'INSERT' THEN
		UPDATE early_adopter_counts SET total = early_adopter_counts.total - gone.total
		FROM (SELECT segment, count(*) AS total FROM before GROUP BY segment) AS gone
		WHERE early_adopter_counts.segment = gone.segment;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		UPDATE early_adopter_counts SET total = early_adopter_counts.total + come.total
		FROM (SELECT segment, count(*) AS total FROM after GROUP BY segment) AS come
		WHERE early_adopter_counts.segment = come.segment;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "early_adopters_inserted" AFTER INSERT ON "early_adopters" REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_early_adopters();--> statement-breakpoint
CREATE TRIGGER "early_adopters_updated" AFTER UPDATE ON "early_adopters" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_early_adopters();--> statement-breakpoint
CREATE TRIGGER "early_adopters_deleted" AFTER DELETE ON "early_adopters" REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_early_adopters();
